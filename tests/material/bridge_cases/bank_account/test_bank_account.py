import unittest

from bank_account import BankAccount


class BankAccountTest(unittest.TestCase):
    def test_new_account_is_empty(self):
        account = BankAccount()
        account.open()
        self.assertEqual(account.get_balance(), 0)

    def test_deposits_and_withdrawals_add_up(self):
        account = BankAccount()
        account.open()
        account.deposit(100)
        account.withdraw(30)
        account.deposit(5)
        self.assertEqual(account.get_balance(), 75)

    def test_closed_account_has_no_balance(self):
        account = BankAccount()
        account.open()
        account.close()
        with self.assertRaises(ValueError) as err:
            account.get_balance()
        self.assertEqual(type(err.exception), ValueError)
        self.assertEqual(err.exception.args[0], "account not open")

    def test_cannot_open_twice(self):
        account = BankAccount()
        account.open()
        with self.assertRaises(ValueError) as err:
            account.open()
        self.assertEqual(err.exception.args, ("account already open",))

    def test_cannot_overdraw(self):
        account = BankAccount()
        account.open()
        account.deposit(25)
        with self.assertRaisesRegex(ValueError, "more than the balance"):
            account.withdraw(50)
        self.assertEqual(account.get_balance(), 25)

    def test_two_accounts_are_apart(self):
        first, second = BankAccount(), BankAccount()
        first.open()
        second.open()
        first.deposit(9)
        self.assertEqual(second.get_balance(), 0)
        self.assertIsNot(first, second)
        self.assertNotEqual(first, second)
