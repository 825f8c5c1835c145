import errno
import io
import os
import unittest
from unittest.mock import ANY, MagicMock, NonCallableMagicMock, call

from metered_sockets import MeteredSocket, copy_all, lines_between, save_and_close
from socket_fakes import ZEN, FakeError, FakeSocket


def wrapped(**options):
    fake = FakeSocket(**options)
    mock = NonCallableMagicMock(wraps=fake, autospec=True)
    mock.__exit__.side_effect = fake.__exit__
    return fake, mock


class SocketTest(unittest.TestCase):
    def test_context_manager(self):
        _, mock = wrapped()
        with MeteredSocket(mock) as socket:
            self.assertFalse(mock.__enter__.called)
            socket.recv(30)
        self.assertFalse(mock.__enter__.called)
        mock.__exit__.assert_called_once_with(None, None, None)
        self.assertEqual(2, len(mock.mock_calls))
        with self.assertRaisesRegex(OSError, os.strerror(errno.EBADF)):
            socket.recv(30)

    def test_error_leaves(self):
        error = FakeError("must leave")
        _, mock = wrapped(exception=error)
        with self.assertRaisesRegex(FakeError, "must leave") as err:
            with MeteredSocket(mock) as socket:
                socket.recv(4096)
        mock.__exit__.assert_called_once_with(FakeError, err.exception, ANY)
        self.assertEqual(error, err.exception)

    def test_error_is_suppressed(self):
        error = FakeError("should suppress")
        _, mock = wrapped(exception=error)
        with MeteredSocket(mock) as socket:
            socket.recv(4096)
        mock.__exit__.assert_called_once_with(FakeError, error, ANY)

    def test_recv(self):
        _, mock = wrapped()
        with MeteredSocket(mock) as socket:
            data = socket.recv(4096)
        self.assertEqual(ZEN, data)
        self.assertEqual((1, len(ZEN)), (socket.recv_ops, socket.recv_bytes))
        self.assertEqual(1, mock.recv.call_count)

    def test_recv_in_chunks(self):
        _, mock = wrapped(chunk=20)
        data = b""
        with MeteredSocket(mock) as socket:
            for _ in range(5):
                data += socket.recv(4096)
        self.assertEqual(ZEN[:100], data)
        self.assertEqual((5, 100), (socket.recv_ops, socket.recv_bytes))

    def test_send(self):
        fake, mock = wrapped(chunk=7)
        with MeteredSocket(mock) as socket:
            sent = socket.send(ZEN)
            self.assertEqual(ZEN[:7], fake.outgoing.getbuffer())
        self.assertEqual((7, 1, 7), (sent, socket.send_ops, socket.send_bytes))

    def test_flags(self):
        fake, mock = wrapped()
        with MeteredSocket(mock) as socket:
            socket.send(b"abc", 42)
            self.assertEqual(fake.flags, 42)
            self.assertEqual(socket.recv(3, 24), b"Now")
            with self.assertRaisesRegex(TypeError, "integer is required"):
                socket.send(b"data", b"flags")
        self.assertEqual(mock.send.call_args_list, [call(b"abc", 42), call(b"data", b"flags")])
        mock.recv.assert_called_once_with(3, 24)

    def test_missing_argument(self):
        _, mock = wrapped()
        with self.assertRaisesRegex(TypeError, "argument"):
            with MeteredSocket(mock) as socket:
                socket.recv()
        self.assertFalse(mock.recv.called)

    def test_read_only(self):
        _, mock = wrapped()
        with MeteredSocket(mock) as socket:
            for _ in range(40):
                socket.send(b"b")
            for name in ("send_ops", "send_bytes", "recv_ops", "recv_bytes"):
                with self.assertRaises(AttributeError):
                    setattr(socket, name, 0)
            self.assertEqual((40, 40), (socket.send_ops, socket.send_bytes))

    def test_bare_fake(self):
        fake = FakeSocket()
        with MeteredSocket(fake) as socket:
            self.assertEqual(socket.recv(6), b"Now is")
        self.assertTrue(fake.is_closed)


class FileTest(unittest.TestCase):
    def test_copy(self):
        target = io.BytesIO()
        self.assertEqual(copy_all(io.BytesIO(ZEN), target), len(ZEN))
        self.assertEqual(target.getvalue(), ZEN)

    def test_copy_with_mocks(self):
        source, target = MagicMock(), MagicMock()
        source.read.side_effect = [b"ab", b"c", b""]
        self.assertEqual(copy_all(source, target, chunk=2), 3)
        self.assertEqual(target.write.mock_calls, [call(b"ab"), call(b"c")])
        source.read.assert_called_with(2)

    def test_lines(self):
        self.assertEqual(lines_between(io.StringIO("a\nb\nc\nd\n"), 2, 3), ["b", "c"])

    def test_iterated_mock(self):
        file = MagicMock()
        file.__iter__.return_value = iter(["x\n", "y\n"])
        self.assertEqual(lines_between(file, 1, 1), ["x"])

    def test_closed_after_an_error(self):
        file = MagicMock()
        file.write.side_effect = OSError(errno.ENOSPC, "disk full")
        with self.assertRaises(OSError) as err:
            save_and_close(file, "t")
        self.assertEqual(err.exception.errno, errno.ENOSPC)
        file.close.assert_called_once_with()

    def test_really_closed(self):
        file = io.StringIO()
        save_and_close(file, "t")
        self.assertTrue(file.closed)
