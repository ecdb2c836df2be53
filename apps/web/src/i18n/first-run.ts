import i18next from 'i18next';
import firstRun from './en.first-run.json';
import './project.ts';

// The texts of the first run come with its pages: the pages before it do not wait for them.
i18next.addResourceBundle('en', 'translation', firstRun, true, true);
