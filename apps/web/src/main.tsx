import './styles/index.css';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { loadPageTexts, startTexts } from './i18n/setup.ts';
import { provideProblemTexts } from './lib/words/problem-texts.ts';

// The English texts are part of the module, and the texts of other languages are part of the pages.
provideProblemTexts(() => import('./i18n/parts/problems.ts').then(() => loadPageTexts()));
void startTexts().then(() => {
  createRoot(document.getElementById('root')!).render(<App />);
  void import('./app/keep-focus.ts').then(({ keepFocus }) => keepFocus());
  // The pages of an organization wait for these texts. The pages before them need only the texts of errors.
  return loadPageTexts().catch(console.error);
});
