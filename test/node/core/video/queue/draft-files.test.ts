// The files of a draft that is run again in another page: those that are not kept, and those that are chosen again.
import assert from 'node:assert/strict';
import { it } from 'node:test';

import type { VideoDraft } from 'voxreel';

import type { Results } from '../../../../../src/core/video/files/results.js';
import { createDraftFiles } from '../../../../../src/core/video/queue/draft-files.js';
import { finishedTask } from '../finished-task.js';

const draft: VideoDraft = { model: 'm', prompt: 'p' };

/** Of a page that has not made the task. */
function filesWithout(...missing: readonly string[]) {
  const results = { withInputs: async () => ({ draft, missing }) } as unknown as Results;
  return createDraftFiles({ get: async () => results, loaded: results }, () => true);
}

it('asks for a picture that is not kept, and not for one that is chosen again', async () => {
  const task = finishedTask({ draft, files: ['references.0.image', 'image'] });
  const files = filesWithout('references.0.image', 'image');
  const image = new Blob(['a heron']);
  const references = [{ image }];
  await assert.rejects(files.read(task), { code: 'invalid_input', param: 'references.0.image' });
  await assert.rejects(files.read(task, { references }), { code: 'invalid_input', param: 'image' });
  assert.equal(await files.read(task, { references, image }), draft);
});
