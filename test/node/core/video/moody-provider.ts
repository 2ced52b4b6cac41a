// A provider that can fail to write its request, as one with a mistake in it does.
import type { VideoProvider } from 'voxreel';

export function moodyProvider() {
  const mood = { fails: false };
  const provider: VideoProvider = {
    id: 'moody',
    models: ['any-*'],
    request(_, body) {
      if (mood.fails) throw new Error('Not today.');
      return body;
    },
  };
  return { mood, provider };
}
