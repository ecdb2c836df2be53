import i18next from 'i18next';
import changes from './en.changes.json';

// The texts of changes come with their pages.
i18next.addResourceBundle('en', 'translation', changes, true, true);
