import i18next from 'i18next';
import project from './en.project.json';

// The texts of the pages of imports and releases come with them: the pages before them do not wait for them.
i18next.addResourceBundle('en', 'translation', project, true, true);
