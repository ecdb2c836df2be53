import i18next from 'i18next';
import audit from './en.audit.json';

// The texts of the audit log come with its page.
i18next.addResourceBundle('en', 'translation', audit, true, true);
