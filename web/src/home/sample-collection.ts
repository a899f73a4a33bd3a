/** Names the collection of the sample's articles; by its name a repeated load finds it. */
export const sampleCollection = 'Emberly help centre';
