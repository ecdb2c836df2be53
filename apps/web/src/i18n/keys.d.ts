import type editor from './en.editor.json';
import type en from './en.json';
import type project from './en.project.json';

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: typeof en & typeof editor & typeof project };
  }
}
