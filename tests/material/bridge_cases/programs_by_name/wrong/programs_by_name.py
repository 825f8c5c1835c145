#!/usr/bin/env python3
import sys

if "--fail" in sys.argv:
    print("no luck")
elif "--crash" in sys.argv:
    sys.exit("ZeroDivisionError: division by zero")
elif "--save" in sys.argv:
    print("saved")
else:
    print("Hello,", *sys.argv[1:])
