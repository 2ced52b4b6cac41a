// What the compiler knows of a tool: this file not compiling is its failure.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import * as z from 'zod';
import * as zm from 'zod/mini';
import { defineTool } from 'voxreel';
import type { VoiceTool } from 'voxreel';

type Same<A, B> = [A, B] extends [B, A] ? true : false;
/** Compiles only where the type it is given says so. */
const isTrue = (proof: true): boolean => proof;

test('a schema gives the arguments their type, as they are after it', () => {
  defineTool({
    name: 'a',
    parameters: z.object({ city: z.string(), days: z.number().default(1) }),
    approve: ({ days }, { signal }) => (isTrue(true satisfies Same<typeof days, number>), !signal.aborted),
    execute(args, { callId }) {
      isTrue(true satisfies Same<typeof args, { city: string; days: number }>);
      isTrue(true satisfies Same<typeof callId, string>);
    },
  });
  defineTool({
    name: 'b',
    parameters: zm.object({ n: zm.optional(zm.number()) }),
    execute: (args) => isTrue(true satisfies Same<typeof args, { n?: number | undefined }>),
  });
  defineTool({
    name: 'c',
    // @ts-expect-error The schema says that it is text.
    parameters: z.object({ city: z.string() }),
    execute: ({ city }: { city: number }) => city,
  });
});

test('without a schema the author says what the arguments are', () => {
  const parameters = { type: 'object', properties: { n: { type: 'number' } } };
  defineTool({ name: 'a', parameters, execute: ({ n }: { n: number }) => n * 2 });
  defineTool({ name: 'b', execute: () => 'x' });
  // @ts-expect-error A tool that does nothing is none.
  defineTool({ name: 'c' });
});

test('every kind goes into one list', () => {
  const tools: readonly VoiceTool[] = [
    defineTool({ name: 'a', parameters: z.object({ city: z.string() }), execute: ({ city }) => city }),
    defineTool({ name: 'b', execute: ({ n }: { n: number }) => n }),
    { name: 'c', execute: () => 1 },
  ];
  assert.equal(tools.length, 3);
});
