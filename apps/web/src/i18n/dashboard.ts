import i18next from 'i18next';
import dashboard from './en.dashboard.json';

// The texts of the dashboard come with its page.
i18next.addResourceBundle('en', 'translation', dashboard, true, true);
