// The beginning of a turn by hand.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { startTurn } from '../../../../../src/core/realtime/speech/push-to-talk.js';

/** What happens, in order, where there is a microphone already or none; `denied`: the browser gives none. */
async function begun(stream: object | undefined, denied = false): Promise<readonly string[]> {
  const happened: string[] = [];
  const voice = {
    stream,
    gate: (open: boolean) => void happened.push(`gate ${open}`),
    setMicrophone: async (on: boolean) => {
      happened.push(`microphone ${on}`);
      if (denied) throw new DOMException('', 'NotAllowedError');
    },
  };
  startTurn({
    voice: voice as never,
    delivery: { audio: 'events' },
    send: ({ type }) => void happened.push(type),
    failed: ({ code }) => void happened.push(code),
  });
  await new Promise((resolve) => setImmediate(resolve));
  return happened;
}

test('a turn by hand begins with an empty buffer and an open gate, and opens the microphone where there is none', async () => {
  const cleared = ['input_audio_buffer.clear', 'gate true'];
  assert.deepEqual(await begun({}), cleared);
  assert.deepEqual(await begun(undefined), [...cleared, 'microphone true']);
  assert.deepEqual(await begun(undefined, true), [...cleared, 'microphone true', 'microphone_denied']);
});
