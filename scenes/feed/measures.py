"""Metrics of the feed, with their ranges and descriptions."""

from core.engine.measures import Measure, share

MEASURES = {
    "posts": Measure("original posts", "posts"),
    "likes": Measure("likes of all posts and reshares"),
    "replies": Measure("replies to all posts and reshares"),
    "reshares": Measure("reshares of all posts"),
    "timeouts": Measure("state changes caused by a time limit"),
    "oracle_calls": Measure("decisions of accounts about a post", "decisions"),
    "oracle_fallbacks": Measure("decisions by default, because a policy gave none", "decisions"),
    "cascades": Measure("posts with at least one reshare", "posts"),
    "largest_cascade": Measure("posts of the largest cascade, the original included", "posts"),
    "depth": Measure("longest chain of reshares in the largest cascade", "reshares"),
    "breadth": Measure("most posts in one generation of the largest cascade", "posts"),
    "virality": Measure("mean distance between two posts of the largest cascade (structural virality)", "reshares"),
    "share_*": share("account-ticks that were spent in this state of the statechart"),
    "engagement_*": Measure("likes, replies and reshares per account of this archetype", "acts"),
}
