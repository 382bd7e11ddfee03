"""`cjack run`: some scenarios, shipped ones or one's own."""

from pathlib import Path
from typing import Any

import click

from conformance.cli.reaching import adapter_words, reaching_options
from conformance.cli.running import execute, run_options
from conformance.exhaustive.tier import is_name, named_tier
from conformance.rulebook import load_rulebook
from conformance.scenarios.load import own_suite

EPILOG = """\b
Examples:
  cjack run draw -- node my-adapter.js
  cjack run trick/discarded-king-never-beats-led-jack -- ./adapter
  cjack run generated/0421 generated/repeat -- ./adapter
  cjack run held-out/3141592653/7 -- ./adapter
  cjack run my-scenarios/ tie.yaml --scoring full -- ./adapter
"""


class _Dashed(click.Command):
    """Splits the words at the first `--`: paths before it, the adapter's command after it."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if "--" in args:
            at = args.index("--")
            ctx.ensure_object(dict)["command"] = tuple(args[at + 1 :])
            args = args[:at]
        return super().parse_args(ctx, args)


@click.command(cls=_Dashed, epilog=EPILOG, options_metavar="[OPTIONS]")
@run_options
@reaching_options
@click.argument("paths", nargs=-1, required=True, metavar="PATHS... [-- COMMAND...]")
@click.pass_context
def command(ctx: click.Context, /, paths: tuple[str, ...], **options: Any) -> int:
    """Run some scenarios against an implementation.

    PATHS are files, folders, or ids of shipped scenarios (or a leading folder of ids, such as
    `draw`), or ids of generated rounds or deals held out. All of them are checked before the
    first is run.
    """
    adapter = adapter_words(ctx.ensure_object(dict).get("command", ()), options)
    book = load_rulebook()
    tier = named_tier(tuple(path.rstrip("/") for path in paths if is_name(path)))
    own = own_suite([Path(path) for path in paths if not is_name(path)], book)
    return execute(own, book, adapter, tier=tier, **options)
