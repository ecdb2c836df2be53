import i18next from 'i18next';
import bulk from './en.bulk.json';

// The texts of bulk changes come with the dialog.
i18next.addResourceBundle('en', 'translation', bulk, true, true);
