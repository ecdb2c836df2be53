import i18next from 'i18next';
import glossary from './en.glossary.json';

// The texts of the glossary come with its page.
i18next.addResourceBundle('en', 'translation', glossary, true, true);
