// What a downloaded video is called, on every system.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import type { VideoTask } from '../../../../../src/core/store/tasks-state.js';
import { downloadName } from '../../../../../src/core/video/files/download-name.js';

const nameOf = (prompt: string, task: Partial<VideoTask> = {}, type?: string) => {
  const outputs = task.outputs ?? [{ url: 'https://x.example/v' }];
  return downloadName(
    {
      id: 'a',
      status: 'succeeded',
      model: 'm',
      prompt,
      providerId: 'p',
      draft: { model: 'm', prompt },
      createdAt: 0,
      updatedAt: 0,
      deadlineAt: 0,
      idempotencyKey: 'k',
      ...task,
      outputs,
    },
    outputs.length - 1,
    type,
  );
};

describe('downloadName', () => {
  it('is made of the words, the seed, the number and the kind', () => {
    assert.equal(nameOf('Desert road, at golden hour!', { seed: 7781 }), 'desert-road-at-golden-hour-7781.mp4');
    const outputs = [{ url: 'https://x.example/1' }, { url: 'https://x.example/2.webm?x=1', seed: 5 }];
    assert.equal(nameOf('A heron', { seed: 7, outputs }), 'a-heron-5-2.webm');
    assert.equal(nameOf('A heron', { outputs }, 'video/quicktime'), 'a-heron-5-2.mov');
    assert.equal(nameOf('A heron', { outputs: [{ url: 'https://x.example/1', format: 'webm' }] }), 'a-heron.webm');
    assert.equal(
      nameOf('A heron', { outputs: [{ url: 'https://x.example/1.mp4', kept: { bytes: 1, type: 'image/gif', poster: false } }] }),
      'a-heron.gif',
    );
  });
  it('keeps every script, and no character a system reserves', () => {
    assert.equal(nameOf('夕陽 / 海岸: "波"?'), '夕陽-海岸-波.mp4');
    assert.equal(nameOf('पानी पर बगुला'), 'पानी-पर-बगुला.mp4');
    assert.equal(nameOf('..\\..\\etc/passwd\u0000\u202egpj.<x>|*'), 'etc-passwd-gpj-x.mp4');
    assert.equal(nameOf('cafe\u0301'), nameOf('caf\u00e9'));
  });
  it('has a name where the prompt has no words, or those of a device', () => {
    assert.equal(nameOf('?! 🦩'), 'video.mp4');
    assert.equal(nameOf('', { seed: 3 }), 'video-3.mp4');
    assert.equal(nameOf('CON'), 'video-con.mp4');
    assert.equal(nameOf('Lpt1'), 'video-lpt1.mp4');
  });
  it('stays within what a file system takes, and cuts no character in two', () => {
    for (const prompt of ['夕'.repeat(500), 'é'.repeat(500), '\u{20bb7}'.repeat(500), `a${'\u0301'.repeat(500)}`, 'word '.repeat(500)]) {
      const name = nameOf(prompt, {
        seed: Number.MAX_SAFE_INTEGER,
        outputs: [{ url: 'https://x.example/1' }, { url: 'https://x.example/2' }],
      });
      assert.ok(new TextEncoder().encode(name).byteLength <= 160, name);
      assert.doesNotMatch(name, /\p{Surrogate}/u);
    }
  });
});
