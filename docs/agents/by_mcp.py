"""Plays a seat by MCP, at random: playbill run coup -c "Bob=mcp:python by_mcp.py". Needs the package mcp."""

import asyncio
import os
import random

from mcp import Client


async def main():
    async with Client(os.environ["PLAYBILL_MCP"]) as client:

        async def call(tool, **arguments):
            return (await client.call_tool(tool, arguments)).structured_content

        while not (seen := await call("observe", wait=30))["over"]:
            if seen["your_turn"]:
                await call("act", command=random.choice(seen["legal"]))


asyncio.run(main())
