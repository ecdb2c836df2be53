import i18next from 'i18next';
import focus from './en.focus.json';

// The texts of the focus view come with it.
i18next.addResourceBundle('en', 'translation', focus, true, true);
