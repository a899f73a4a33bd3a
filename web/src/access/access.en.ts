export const en = {
  signIn: 'Sign in',
  email: 'E-mail address',
  password: 'Password',
};
