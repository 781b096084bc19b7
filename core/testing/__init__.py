"""Support for tests of scenes, in this package and in others. Needs pytest."""

import pytest

pytest.register_assert_rewrite("core.testing.conformance")
