// On the server: the app as text. Both elements are plain tags in it; they need no DOM to be imported.
import { renderToString } from 'react-dom/server';

import { Wrapped } from '../react/Wrapped';

export const render = (): string => renderToString(<Wrapped />);
