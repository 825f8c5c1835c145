#!/usr/bin/env bash
# Gets the autograder ready, once, while its image is built; says in one line what failed.
set -u
root=${AUTOGRADER_ROOT:-/autograder}
source=$root/source
is_fit='import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))'

stop() {
    echo "SETUP FAILED: $1" >&2
    exit 1
}

find_python() {
    local name
    for name in python3 python3.14 python3.13 python3.12 python3.11; do
        if command -v "$name" >/dev/null 2>&1 && "$name" -c "$is_fit" >/dev/null 2>&1; then
            command -v "$name"
            return 0
        fi
    done
    return 1
}

install_python() {
    command -v apt-get >/dev/null 2>&1 ||
        stop "there is no Python 3.11 or newer with venv, and no apt-get to install it with."
    export DEBIAN_FRONTEND=noninteractive
    apt-get update || stop "apt-get update failed; the lines above say why."
    local package
    for package in python3 python3.13 python3.12 python3.11; do
        apt-get install -y "$package" "$package-venv" >/dev/null 2>&1
        find_python >/dev/null && return 0
    done
    stop "no Python 3.11 or newer could be installed. Choose a newer base image, such as Ubuntu 24.04."
}

[ -f "$source/requirements.txt" ] ||
    stop "this is not where the autograder was unpacked. Set AUTOGRADER_ROOT to the folder above it."
cd "$source" || exit 1 # Python looks for modules in the current folder first
python=$(find_python) || {
    install_python
    python=$(find_python)
}
"$python" -m venv "$root/venv" ||
    stop "the virtual environment could not be made; the lines above say why."
"$root/venv/bin/python" -m pip --disable-pip-version-check --no-input install --quiet \
    --require-hashes -r "$source/requirements.txt" ||
    stop "the packages in requirements.txt could not be installed; the lines above say which."
chmod -R go-rwx "$source/course" || stop "the course's files could not be kept from other users."
PYTHONPATH=$source/package "$root/venv/bin/python" -P -m grader.cli.autograder check ||
    stop "the autograder cannot judge; the line above says why."
