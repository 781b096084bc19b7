"""Plays a seat by MCP, at random: playbill run coup -c "Bob=mcp:python by_mcp.py". Needs the package mcp."""

import asyncio
import os
import random

import httpx2
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

ADDRESS, TOKEN = os.environ["PLAYBILL_MCP"], os.environ["PLAYBILL_TOKEN"]


async def main():
    http = httpx2.AsyncClient(headers={"Authorization": f"Bearer {TOKEN}"}, timeout=90)
    async with http, Client(streamable_http_client(ADDRESS, http_client=http)) as client:

        async def call(tool, **arguments):
            return (await client.call_tool(tool, arguments)).structured_content

        while True:
            seen = await call("observe", wait=30)
            if seen["over"] and not seen["more"]:
                break
            if seen["your_turn"]:
                await call("act", command=random.choice(seen["legal"]))


asyncio.run(main())
