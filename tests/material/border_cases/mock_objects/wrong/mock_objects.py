def notify_all(addresses, sender):
    for address in addresses:
        sender.send(address, "News")


class Cart:
    def __init__(self, prices):
        self.prices = prices

    def pay(self, gateway):
        return gateway.charge(sum(self.prices))


def retry(action, times):
    for _ in range(times):
        try:
            return action()
        except ValueError:
            return None


def process(items, action):
    return [action(n) for n in reversed(list(items))]


def transfer(lock, accounts, source, target, amount):
    accounts[source] -= amount
    accounts[target] += amount
    return accounts
