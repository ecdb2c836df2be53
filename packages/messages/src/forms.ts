// Editing of ICU messages as forms. It is a separate entry point, because the web app loads it only
// when a user edits such a message.
export {
  type FormGroup,
  type FormLanguages,
  type FormLine,
  formGroups,
  sourceOfLine,
} from './form/form-lines.ts';
export { tokenizeLine } from './form/line-text.ts';
export { mapCategories } from './form/map-categories.ts';
export {
  addOption,
  blankForm,
  type MessageForm,
  printForm,
  readForm,
  removeOption,
  setLine,
} from './form/message-form.ts';
