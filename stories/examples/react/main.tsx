import { createRoot } from 'react-dom/client';

import { App } from './App';

export const app = createRoot(document.getElementById('app') as HTMLElement);
app.render(<App />);
