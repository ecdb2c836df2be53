import '../../src/i18n/setup.ts';

// Afterwards, as in the app: the texts of the editor are added to those that are set up.
await import('./page.tsx');
