import type editor from './en.editor.json';
import type en from './en.json';

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: typeof en & typeof editor };
  }
}
