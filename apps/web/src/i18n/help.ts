import i18next from 'i18next';
import help from './en.help.json';

// The texts of the sheet of keys come with it.
i18next.addResourceBundle('en', 'translation', help, true, true);
