// The pages: the files in public/, and the script of the elements at /cdn/.
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

import express from 'express';

/** Returns a listener for the requests that the gateway does not answer. Add your routes to `app`. */
export async function openPages() {
  const app = express();
  app.use('/cdn', express.static(dirname(fileURLToPath(import.meta.resolve('voxreel/cdn/voxreel.js')))));
  app.use(express.static('public'));
  return app;
}
