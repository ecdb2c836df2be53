import i18next from 'i18next';
import settings from './en.settings.json';

// The texts of settings come with their pages.
i18next.addResourceBundle('en', 'translation', settings, true, true);
