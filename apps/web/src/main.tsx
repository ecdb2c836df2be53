import './styles/index.css';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { applyTheme, storedTheme } from './lib/theme.ts';

applyTheme(storedTheme());
createRoot(document.getElementById('root')!).render(<App />);
