// Redraws the stories' videos with the local service, the same to the byte: `npm run build && node stories/media/draw.mjs`.
import { writeFile } from 'node:fs/promises';

import { createLocalService } from '../../dist/local/index.js';

const base = 'http://127.0.0.1';
const films = {
  greenhouse: { prompt: 'A slow dolly through a greenhouse at dawn, mist on the glass', seed: 48_151_623 },
  desert: { prompt: 'Desert road at golden hour, heat shimmer', seed: 7781 },
  lake: { prompt: 'Snow on a frozen lake, aerial, turning left', seed: 2204 },
  lighthouse: { prompt: 'A lighthouse at night, slow waves', seed: 91 },
};

const service = createLocalService();
const headers = { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' };
for (const [name, { prompt, seed }] of Object.entries(films)) {
  const body = JSON.stringify({ model: 'kling-v2', prompt, seed, width: 384, height: 216, fps: 8, duration: 1 });
  const created = await service.fetch(new Request(`${base}/v1/video/generations`, { method: 'POST', headers, body }));
  const { task_id: id } = await created.json();
  for (;;) {
    const task = await (await service.fetch(new Request(`${base}/v1/video/generations/${id}`, { headers }))).json();
    if (task.status === 'failed') throw new Error(JSON.stringify(task.error));
    if (task.status === 'succeeded') {
      const file = await service.fetch(new Request(task.url));
      await writeFile(new URL(`${name}.webm`, import.meta.url), new Uint8Array(await file.arrayBuffer()));
      break;
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
await service.close();
