// On the page: the same app takes over what the server has sent.
import { hydrateRoot } from 'react-dom/client';

import { Wrapped } from '../react/Wrapped';

export const app = hydrateRoot(document.getElementById('app') as HTMLElement, <Wrapped />);
