"""What must hold of the published site at any moment, whoever died where."""

from collections import defaultdict

from answers.models import AnswerPost, PublicationItem, PublicationLog, SiteState


def check_invariants() -> None:
    """Asserts the three guarantees on the tables: pages, log, revision, tokens and fences agree."""
    log = list(PublicationLog.objects.order_by("revision"))
    assert [row.revision for row in log] == list(range(1, len(log) + 1)), "a gap in the revisions"
    state = SiteState.objects.get()
    assert state.publication_revision == len(log)
    if log:
        assert state.commit_token == log[-1].commit_token

    by_puzzle = defaultdict(list)
    for row in log:
        by_puzzle[row.puzzle_id].append(row)
    posts = {post.puzzle_id: post for post in AnswerPost.objects.all()}
    assert posts.keys() == by_puzzle.keys(), "a page without its log, or a log without its page"
    for number, rows in by_puzzle.items():
        assert [row.content_version for row in rows] == list(range(1, len(rows) + 1))
        assert [row.action for row in rows].count("publish") == 1
        fences = [row.fence for row in rows]
        assert fences == sorted(fences), "a fence went backwards"
        assert posts[number].content_version == len(rows)
        assert posts[number].commit_token == rows[-1].commit_token
        item = PublicationItem.objects.get(puzzle=number)
        assert item.fence >= fences[-1]
        down = posts[number].withdrawn_at is not None
        assert down == (rows[-1].action == "withdraw")
        assert down == (item.state == "withdrawn")
