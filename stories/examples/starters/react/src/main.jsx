import 'voxreel/define';
import { createRoot } from 'react-dom/client';

import { App } from './App.jsx';
import './page.css';

createRoot(document.getElementById('app')).render(<App />);
