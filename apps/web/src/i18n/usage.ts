import i18next from 'i18next';
import usage from './en.usage.json';

// The texts of usage and credits come with their page.
i18next.addResourceBundle('en', 'translation', usage, true, true);
