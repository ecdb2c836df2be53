import i18next from 'i18next';
import panel from './en.panel.json';

// The texts of the details of a row come with their panel.
i18next.addResourceBundle('en', 'translation', panel, true, true);
