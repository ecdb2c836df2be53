import i18next from 'i18next';
import suggestions from './en.suggestions.json';

// The texts of suggestions come with their panel.
i18next.addResourceBundle('en', 'translation', suggestions, true, true);
