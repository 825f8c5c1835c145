def notify_all(addresses, sender):
    for address in addresses:
        sender.send(address, subject="News")


class Cart:
    def __init__(self, prices):
        self.prices = prices

    def pay(self, gateway):
        total = sum(self.prices)
        if not total:
            return None
        if isinstance(gateway.limit, int) and total > gateway.limit:
            raise ValueError("over the limit")
        return gateway.charge(total)


def retry(action, times):
    for attempt in range(times):
        try:
            return action()
        except ValueError:
            if attempt == times - 1:
                raise


def process(items, action):
    return [action(items[i]) for i in range(len(items))]


def transfer(lock, accounts, source, target, amount):
    with lock:
        accounts[source] -= amount
        accounts[target] += amount
    return accounts
