import i18next from 'i18next';
import editor from './en.editor.json';

// The texts of the editor come with it: the pages before it do not wait for them.
i18next.addResourceBundle('en', 'translation', editor, true, true);
