import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { generic } from 'voxreel/providers/generic';
import type { ProviderEntry } from 'voxreel';

import { createTaskProviders } from '../../../../../src/core/video/queue/task-providers.js';
import { finishedTask } from '../finished-task.js';

const rejects = (promise: Promise<unknown>) => assert.rejects(promise, { code: 'unsupported', retryable: true });

describe('tasks of a provider that is not here', () => {
  const waiting = async () => {
    const entries: ProviderEntry[] = [];
    const providers = createTaskProviders(() => entries);
    for (const id of ['a', 'b']) await rejects(providers.of(finishedTask({ id, providerId: 'acme', ownService: true })));
    return { providers, arrive: () => entries.push({ ...generic, id: 'acme' }) };
  };

  it('are named once when it comes', async () => {
    const { providers, arrive } = await waiting();
    assert.deepEqual(providers.arrived(), []);
    arrive();
    assert.deepEqual(providers.arrived(), ['a', 'b']);
    assert.deepEqual(providers.arrived(), []);
  });

  it('are not remembered once they are removed', async () => {
    const { providers, arrive } = await waiting();
    providers.forget((id) => id === 'a');
    arrive();
    assert.deepEqual(providers.arrived(), ['b']);
  });
});
