import { createLocalService } from 'voxreel/local';

import { queue } from './queue.mjs';
import { session } from './session.mjs';

/** The local service itself in this runtime, with the video and the turns asked of it by the parts for those. */
export async function local({ createWebSocket }) {
  const service = createLocalService();
  const { url: serviceUrl } = await service.listen();
  try {
    await queue({ serviceUrl, key: service.key });
    await session({ serviceUrl, key: service.key, createWebSocket });
  } finally {
    await service.close();
  }
}
