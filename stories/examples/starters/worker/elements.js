// Puts the script of the elements among the pages.
import { cpSync } from 'node:fs';

cpSync('node_modules/voxreel/dist/cdn', 'public/cdn', { recursive: true });
