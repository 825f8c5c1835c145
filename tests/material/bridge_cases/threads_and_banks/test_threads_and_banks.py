import queue
import sys
import threading
import time
import unittest
from concurrent.futures import ThreadPoolExecutor

from threads_and_banks import Account, Worker, frequencies, run_all


class AccountTest(unittest.TestCase):
    def setUp(self):
        self.account = Account()
        self.account.open()

    def test_in_turn(self):
        self.account.deposit(100)
        self.account.withdraw(30)
        self.assertEqual(self.account.get_balance(), 70)

    def test_threads_of_the_test(self):
        sys.setswitchinterval(1e-5)
        try:
            self.account.deposit(1000)
            self.run_threads()
            self.assertEqual(self.account.get_balance(), 1000)
        finally:
            sys.setswitchinterval(0.005)

    def run_threads(self):
        def transact():
            self.account.deposit(5)
            time.sleep(0.001)
            self.account.withdraw(5)

        threads = [threading.Thread(target=transact) for _ in range(20)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    def test_pool_of_the_test(self):
        with ThreadPoolExecutor(4) as pool:
            list(pool.map(self.account.deposit, range(1, 11)))
        self.assertEqual(self.account.get_balance(), 55)

    def test_error_in_a_thread(self):
        with ThreadPoolExecutor(1) as pool:
            future = pool.submit(self.account.withdraw, 5)
            with self.assertRaisesRegex(ValueError, "less than balance"):
                future.result()

    def test_closed(self):
        self.account.close()
        with self.assertRaises(ValueError) as err:
            self.account.deposit(1)
        self.assertEqual(err.exception.args[0], "account not open")


class ThreadTest(unittest.TestCase):
    def test_threads_of_the_student(self):
        self.assertEqual(frequencies(["aB", "ba", "C!"]), {"a": 2, "b": 2, "c": 1})
        self.assertEqual(frequencies([]), {})

    def test_callbacks_from_threads(self):
        self.assertEqual(run_all([lambda: 1, lambda: "b", list]), [1, "b", []])

    def test_callbacks_share_a_list(self):
        seen = []
        run_all([lambda i=i: seen.append(i) for i in range(5)])
        self.assertEqual(sorted(seen), [0, 1, 2, 3, 4])

    def test_queue_of_the_test(self):
        waiting = queue.Queue()
        run_all([lambda: waiting.put(1), lambda: waiting.put(2)])
        self.assertEqual(sorted([waiting.get(timeout=1), waiting.get(timeout=1)]), [1, 2])

    def test_thread_subclass(self):
        workers = [Worker(n) for n in (2, 3)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        self.assertEqual([w.result for w in workers], [4, 9])
        self.assertFalse(workers[0].is_alive())
        self.assertIsInstance(workers[0], threading.Thread)
