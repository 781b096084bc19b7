"""Test support for scenes of this package and of others. Needs pytest."""

import pytest

pytest.register_assert_rewrite("core.testing.conformance")
