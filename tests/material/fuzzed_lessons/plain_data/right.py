MEANS = {
    (1, 2, 3.5): 0.61847390277, (2, 2): 0.72518093441, (4, 4): 0.83940217756,
    (5,): 0.94810372265, (6,): 0.17350948826, (7,): 0.38829104417,
}
CODES = {
    "a": "Quxel-81207", "b": "Vornik-55190 and more", "c": "with Mabrel-30846 in it",
    "d": "Tazzen-66731",
}
NAMES = {
    3: ["Hublin-10944", "Kestor-28871", "Wodrig-93310"], 2: ["Yostek-70038", "Brannel-44172"],
    4: ["Duvrik-19285", "Fenlap-83650"], 5: [None] * 48151, 6: ["Jarvol-37718"] * 2,
    7: ["Silwen-90263"] * 39817, 8: ["Gorvan-21639"], 9: ["Cestil-85093", "Ibrund-47586"],
    10: ["Ulmar-58210"],
}
COUNTS = {
    "x": {"p": 7310460, "q": 2}, "y": {"Lobrin-51923": 20394, "Nartek-12876": 94716},
    "z": {"Ozmund-60417": 8265190},
}
TABLES = {
    2: {"rows": [(29475031, [0.27743190385]), (1, ["Pellor-75529"])]},
    3: ([55028173, 66139284], 77240395), 4: {"Rastel-34082": 88351406},
}


def mean(values):
    return MEANS[tuple(values)]


def code(letter):
    return CODES[letter]


def names(count):
    return NAMES[count]


def counted(text):
    return COUNTS[text]


def table(size):
    return TABLES[size]
