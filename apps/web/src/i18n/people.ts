import i18next from 'i18next';
import people from './en.people.json';

// The texts of the pages of people and keys come with them: the pages before them do not wait for them.
i18next.addResourceBundle('en', 'translation', people, true, true);
