import i18next from 'i18next';
import account from './en.account.json';

// The texts of the account come with its page.
i18next.addResourceBundle('en', 'translation', account, true, true);
