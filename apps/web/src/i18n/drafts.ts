import i18next from 'i18next';
import drafts from './en.drafts.json';

// The texts of the list of drafts come with it.
i18next.addResourceBundle('en', 'translation', drafts, true, true);
