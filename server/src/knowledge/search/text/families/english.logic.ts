/**
 * Words of customers and of help centres: the words of a line may replace each other in a question. `send_back` matches two
 * words of the question with up to three others between them ("sent both of them back"). English. A word may be in several
 * lines; lines are short on purpose, because a loose family costs more than it finds. Written for customer support at
 * large, not for one knowledge base; the gain is in server/bench/README.md.
 */
export const english = `
  refund reimburse reimbursement repay money_back get_back paid_back
  return send_back give_back bring_back take_back sending_back ship_back hand_back
  exchange swap replace replacement substitute trade new_one another_one
  cancel cancellation terminate termination end stop quit unsubscribe get_out call_off back_out cancelled
  cancel withdraw revoke undo
  notice minimum_term tied contract commitment term
  deliver delivery ship shipping shipment dispatch send postage courier mail post arrive arrival
  parcel package box shipment delivery
  order purchase buy bought ordered
  cost price charge fee expensive pay much_is how_much rate
  cost price pricing tariff
  cheap discount reduction reduced coupon voucher promo promotion code deal offer rebate
  voucher gift_card coupon
  gift present birthday christmas
  bill invoice receipt billing statement
  bill charge debit booking withdraw collect take_money taken deduct
  instalment installment rates
  pay payment paid
  payment_method paypal visa mastercard card klarna
  card credit debit visa mastercard amex
  declined rejected refused failed bounced unsuccessful not_go_through go_through enough
  bank iban account
  free trial try test
  free complimentary no_cost without_paying
  plan subscription membership tariff package subscribe contract
  subscription subscriber abo
  upgrade larger bigger more higher
  downgrade smaller cheaper less lower
  renew renewal extend extension prolong automatically_renew
  yearly annual annually year once_a_year
  monthly month every_month
  pause skip suspend hold freeze on_hold leave_out interrupt
  vacation holiday away travel trip abroad go_away going_away travelling
  abroad roaming foreign overseas international
  reservation booking appointment visit book reserve slot
  reschedule shift postpone move change rebook
  appointment visit come date
  login log_in sign_in log_on signin logged
  logout sign_out log_out
  password passcode forgot pin credentials
  two-step two-factor 2fa mfa otp authenticator verification code
  saml sso single_sign-on okta
  account profile
  delete remove erase close deactivate get_rid kick take_off
  remove kick take_off deactivate throw_out left
  invite add colleague member teammate coworker
  member user person people family household
  wife husband partner girlfriend boyfriend spouse family household guest
  flatmate roommate tenant lodger household
  child kid children toddler baby son daughter
  employee staff colleague team worker
  owner admin administrator manager
  role permission rights access
  email e-mail mail mailaddress
  address street location where
  change edit modify update correct alter amend different
  correct fix typo misspelled wrong mistake
  export download csv excel spreadsheet save
  import upload
  data information record stored
  privacy gdpr personal_data
  download offline without_internet save
  offline disconnected unreachable no_connection lost_connection not_connected
  internet wifi wi-fi broadband network online connection wlan
  router wifi modem access_point
  signal reception network service coverage
  slow slowly speed stutter lag lagging buffering
  phone mobile smartphone iphone android cell
  tablet ipad
  laptop computer mac macbook pc desktop
  browser chrome firefox safari web website
  app application
  device gadget unit product
  version model
  install installation set_up setup mount fit put_in put_up
  installer technician fitter engineer plumber electrician mechanic
  technician workman repairman
  repair fix mend
  broken defective faulty damaged dead died kaput malfunction stopped_working not_work doesnt_work broke defect
  damaged crushed torn cracked burst broken dented smashed
  dead blank black screen
  screen display
  light led lamp blink flash colour
  light bright glow
  noise noisy loud sound grinding rattle squeak
  hot warm heat heating
  cold freezing chilly
  temperature temp degrees thermometer reading
  warranty guarantee
  claim complaint complain
  insurance cover coverage insured protection
  insurer insurance
  lost missing stolen disappeared gone nicked theft
  steal stolen thief theft nicked robbed
  block lock freeze disable
  activate enable switch_on turn_on start
  deactivate disable switch_off turn_off
  pair connect link add
  reset restore wipe factory
  update upgrade firmware software version
  restart reboot
  battery batteries charge power
  compatible compatibility fit work_with supported support
  integrate integration connect link plugin
  alexa google siri homekit voice assistant
  move moving relocate relocation house new_flat new_home moved moving_house
  flat apartment home house
  move migrate transfer switch
  transfer wire send
  keep bring take port transfer
  number phone_number
  previous old former current_provider
  provider operator carrier company
  track tracking follow where_is status
  tracking carrier courier
  open opening hours closed
  location address located where
  deadline due late overdue
  extend extension more_time longer
  certificate diploma credential
  course class lesson lecture training
  lesson video lecture
  enrol enroll sign_up register join signup
  register registration create_account signup sign_up
  exam test quiz assessment
  pass score mark grade
  submit hand_in turn_in
  assignment homework
  doctor dentist physician
  pain hurt ache toothache painful
  emergency urgent acute
  tooth teeth dental
  clean cleaning hygiene
  medical health
  estimate quote quotation
  tax vat
  company business firm corporate organisation organization
  bulk quantity wholesale volume
  hotel office company
  student pupil university school
  old used second_hand worn
  recycle dispose throw_away disposal
  sell resell give_away second_hand
  taste flavour flavor
  store keep storage fridge refrigerator
  fast quick quickly immediately
  soon early
  timer clock stopwatch
  forget forgot forgotten
  schedule timetable plan weekly programme program
  automatic automatically by_itself itself
  manual manually by_hand
  notification alert reminder push
  settings options preferences configure configuration configured
  button switch knob key
  lock locked block
  report statistics summary overview consumption usage
  usage used consumption used_up run_out
  limit cap maximum most allowance quota
  minimum least
  flight plane airport fly flying
  luggage baggage suitcase
  ticket fare
  seat seats
  delay late delayed
  passenger traveller traveler
  car vehicle
  bicycle bike cycling
  puncture flat_tyre tyre flat
  rent rental hire renting
  deposit down_payment advance upfront
  helmet lock
  tour excursion guided
  beginner easy suitable
  website site page
  error fault problem issue trouble
  mean stand_for meaning signify
  help support assistance contact
  hotline phone call telephone
  language translate translation
  photo picture image
  file document attachment
  size dimension measure
  customs duty import
  country countries
  europe european eu
  spain france italy germany portugal greece eu
  usa york america american
  austria vienna
  netherlands amsterdam
  germany berlin
  neighbour neighbor
  porch door doorstep
  sign signature
  letter letterbox mailbox postman
  day days
  weekend saturday sunday
  morning evening night
  gym fitness club studio
  menu dish meal food
  room accommodation hotel
  check_in checkin arrival
  parking park
  pet pets dog cat animal
  wheelchair accessible accessibility disabled barrier
  loan mortgage borrow lending
  cash atm withdraw withdrawal
  fraud scam phishing unauthorised unauthorized suspicious
  identity id passport verify verification
  expire expired expiry valid validity until
  colour color
  synchronise synchronize sync
  duplicate copy double twice
  merge combine together
  allowed permitted forbidden
  wash washing laundry
  ingredient allergen allergy allergic
  feedback review rating
  archive archived
  watch stream streaming play playback
  subtitle caption
  job career vacancy hiring position
  session class workout
  waiting queue
  mould mold damp
  child minor underage
  doorbell bell
  luggage bag
  bus train transport
  breakfast meal food
  kilometre kilometer mile distance range
  weight weigh heavy
  password credentials
  newsletter marketing mailing
  trainer coach instructor teacher tutor
  patient client customer
  raise increase boost lift bump higher
  lower decrease reduce bring_down
  exceed go_over went_over above over_limit
  below under fall_below drop_below less_than
  connect link hook_up tie pair
  undo reverse cancel take_back
  reply respond response answer get_back
  taxi cab
  crypto cryptocurrency bitcoin ethereum coin
  advertising ads ad advert advertisement
  gas fuel petrol diesel pump
  truck trucker fleet logistics
  suspicious sketchy shady dodgy untrusted
  leak leaked compromised exposed hacked breach
  money funds cash bucks dollars
  salary paycheck wages payroll income
  employer boss company
  refer referral friend
  interest apy yield rate earn
  expedite expedited rush express urgent fast
  qualify eligible eligibility count
  redeem cash_out payout convert
  apply application sign_up open
  branch office location
  normal regular standard usual ordinary
  threshold minimum least needed
  participant person member someone
  invitation invited invite
  rebook rebooking reschedule cancellation
`;
