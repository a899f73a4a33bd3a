/** The word families of Spanish; english.logic.ts explains them. */
export const spanish = `
  reembolso reembolsar reintegro devolver_dinero devolución reintegrar devuelven_dinero
  devolver devolución devuelvo devuelto retornar retorno enviar_vuelta mandar_vuelta
  cambiar cambio reemplazar reemplazo sustituir sustitución recambio otro_nuevo
  cancelar cancelación anular anulación rescindir rescisión darse_baja dar_baja darme_baja baja
  cancelar desistir desistimiento revocar arrepentirse echarse_atrás
  permanencia preaviso compromiso contrato plazo_mínimo atado
  contrato contratar contratación suscribir
  envío enviar entrega entregar mandar despachar reparto llegar expedir
  paquete envío entrega caja bulto
  mensajero repartidor transportista
  pedido pedir compra comprar encargo encargar orden
  costar coste precio vale cuánto_es tarifa caro
  costo coste gasto comisión recargo
  barato económico descuento rebaja oferta promoción
  descuento cupón código vale promocional bono promo
  tarjeta_regalo cheque_regalo vale_regalo bono
  regalo regalar obsequio cumpleaños navidad
  factura recibo facturación facturar comprobante tique ticket
  cobro cobrar cargo cargar adeudo domiciliación pasar_recibo
  domiciliación domiciliar débito cuenta_bancaria iban
  plazo cuota fraccionar financiar financiación aplazar mensualidad
  pagar pago abonar paga saldar
  forma_pago método_pago paypal visa mastercard tarjeta bizum
  tarjeta crédito débito visa mastercard
  rechazar rechazado denegado fallido declinado no_pasa error_pago
  impago deuda moroso atraso pendiente debo
  banco iban cuenta_bancaria sucursal
  gratis gratuito sin_coste sin_pagar
  prueba probar demo período_prueba
  plan suscripción abono tarifa membresía paquete cuota
  socio miembro abonado afiliado cliente
  subir mejorar ampliar plan_superior mayor
  reducir disminuir plan_inferior menor
  aumentar aumento subida subir incrementar incremento encarecer
  renovar renovación prorrogar prórroga renueva automáticamente
  anual año anualmente anualidad
  mensual mes mensualmente mensualidad
  pausar pausa suspender suspensión congelar interrumpir parar
  vacaciones viaje ausencia viajar fuera irme
  extranjero roaming itinerancia internacional otro_país
  reservar reserva cita turno apartar
  cita visita consulta turno fecha
  aplazar posponer cambiar_fecha mover reprogramar retrasar otro_día
  iniciar_sesión entrar acceder acceso ingresar login loguear conectarse
  cerrar_sesión salir desconectar logout
  contraseña clave pin password credenciales
  olvidar olvidado recordar no_acuerdo
  verificación autenticación dos_pasos dos_factores 2fa código sms
  cuenta perfil usuario
  registrarse registro crear_cuenta inscribirse darse_alta darme_alta alta
  inscripción inscribirse apuntarse matricularse matrícula alta
  eliminar borrar suprimir quitar cerrar_cuenta
  invitar invitación añadir agregar compañero
  añadir agregar sumar incluir meter
  usuario miembro persona integrante
  familia familiar hogar pareja cónyuge
  mujer esposa marido esposo novio novia pareja cónyuge
  hijo hija niño bebé menor crío peque
  menor edad niño adolescente
  compañero_piso inquilino arrendatario compartir_piso
  propietario dueño titular casero
  titular titularidad nombre dueño cambio_nombre
  empleado trabajador personal plantilla
  jefe empresa empleador patrón
  administrador admin responsable gestor
  permiso rol autorización acceso
  autorizar permitir permiso dejar consentir
  correo email e-mail mail
  dirección domicilio calle dónde ubicación
  modificar cambiar editar actualizar corregir rectificar
  corregir error equivocado mal incorrecto erróneo
  descargar exportar guardar
  subir cargar adjuntar
  dato información personal registro
  privacidad protección_datos rgpd confidencialidad
  sin_conexión offline desconectado no_conecta sin_internet
  internet wifi wi-fi fibra red adsl banda_ancha
  router módem rúter wifi
  cobertura señal red
  lento lentitud velocidad despacio lag va_lento
  móvil celular teléfono smartphone iphone android
  tableta tablet ipad
  ordenador computadora computador portátil pc mac
  navegador chrome firefox safari
  web página sitio portal
  aplicación app programa
  dispositivo aparato equipo producto
  instalar instalación montar montaje colocar poner
  técnico instalador operario electricista fontanero
  reparar reparación arreglar arreglo compostura
  roto averiado avería defectuoso dañado estropeado descompuesto no_funciona no_va romper
  dañado abollado rayado aplastado golpeado desperfecto
  fallo falla error problema incidencia fallar
  colgarse bloquear congelar trabar cerrarse crashear
  apagado pantalla_negra no_enciende
  encender prender arrancar enciende activar
  apagar desconectar desactivar
  activar habilitar alta conectar
  bloquear bloqueado bloqueo congelar inhabilitar
  desbloquear liberar desbloqueo
  ruido sonido suena zumbido ruidoso
  pantalla display visor
  luz bombilla parpadear led lámpara piloto
  luz electricidad eléctrico corriente energía suministro
  corte apagón sin_luz avería interrupción
  gas calefacción caldera
  calor caliente calefacción calentar
  frío helado enfriar
  contador medidor lectura
  consumo gastar uso consumir kwh
  solar placa panel autoconsumo fotovoltaico
  potencia kilovatio kw
  agua fuga gotera inundación escape
  garantía garantizar cubierto
  queja reclamación quejarse reclamar reclamo descontento
  seguro póliza aseguradora asegurado cobertura
  siniestro parte accidente daño
  indemnización compensación indemnizar compensar
  accidente choque golpe
  perder perdido extraviado desaparecido extravío pérdida
  robar robo robado hurto ladrón
  falta faltar incompleto no_llegó no_está
  emparejar vincular conectar sincronizar enlazar
  restablecer resetear reiniciar restaurar
  reiniciar apagar_encender reinicio
  actualización actualizar versión firmware
  batería pila cargar cargador carga
  compatible compatibilidad sirve funciona_con
  mudanza mudarse cambio_domicilio trasladar traslado nueva_casa piso_nuevo
  piso casa vivienda apartamento departamento
  portabilidad llevar_número conservar_número mantener_número número portar
  compañía operador operadora proveedor empresa
  transferencia transferir enviar_dinero giro
  seguimiento rastrear localizar dónde_está seguir rastreo estado
  horario abrir abierto cerrar cerrado hora_abren apertura
  tienda local sucursal establecimiento oficina
  contacto contactar hablar llamar teléfono comunicarse
  ayuda asistencia soporte atención_cliente
  llamar teléfono llamada línea
  contestar responder respuesta atender
  chat mensaje whatsapp escribir
  plazo fecha_límite vencimiento tardar cuánto_tiempo
  tardar demorar tiempo durar demora
  duración durar largo cuánto_dura
  retraso tarde atrasado demora retrasar
  rápido urgente urgencia enseguida pronto exprés inmediato
  certificado diploma constancia
  curso clase lección formación
  examen prueba evaluación test
  aprobar nota suspender calificación puntuación
  profesor docente tutor monitor instructor entrenador
  alumno estudiante universitario
  gimnasio gym entrenamiento club
  entrenar clase entrenamiento sesión
  médico doctor dentista
  dolor doler duele lesión
  enfermo enfermedad baja_médica lesionado
  presupuesto cotización estimación
  impuesto iva tasa
  empresa negocio autónomo compañía corporativo
  discapacidad silla_ruedas minusválido accesibilidad
  jubilado pensionista mayor tercera_edad
  vuelo avión aeropuerto volar
  equipaje maleta bolso mochila
  billete pasaje boleto entrada ticket
  asiento butaca
  pasajero viajero
  coche carro auto vehículo automóvil
  bicicleta bici
  alquilar alquiler arrendar renta rentar
  fianza depósito señal anticipo adelanto
  hotel alojamiento habitación hospedaje
  desayuno comida cena
  aparcar aparcamiento parking estacionamiento estacionar
  mascota perro gato animal
  tren autobús bus transporte
  dni documento identidad pasaporte identificación
  caducar vencer expirar vencido validez caducidad
  préstamo crédito prestar hipoteca
  efectivo cajero retirar sacar_dinero
  dinero plata saldo fondos pasta
  fraude estafa phishing sospechoso timo engaño
  hackear intruso acceso_autorizado alguien_entró
  interés tae rentabilidad
  sueldo nómina salario
  límite máximo tope
  mínimo menos
  configuración ajuste configurar opción preferencia
  notificación aviso alerta avisar recordatorio
  idioma lengua traducir traducción
  foto imagen fotografía
  archivo fichero documento
  talla tamaño medida grande pequeño
  color colores tono
  aduana arancel aduanero
  vecino portero conserje
  firma firmar
  buzón carta cartero
  fin_semana sábado domingo festivo
  festivo feriado navidad
  mañana madrugada noche
  usado viejo segunda_mano antiguo
  reciclar tirar desechar
  agotado stock disponible existencias disponibilidad
  recoger recogida retirar pasar_buscar
  doble duplicado dos_veces repetido
  anterior previo antiguo
  publicidad boletín newsletter spam promocional
  opinión reseña valoración
  ver streaming reproducir vídeo
  subtítulo doblaje audio
  trabajo empleo vacante
  canjear usar_código aplicar_código
  puntos fidelidad recompensa
  recomendar amigo referido
  fallecer muerte fallecimiento difunto murió morir
  heredar herencia heredero
  divorcio separación separarse
  apellido nombre boda matrimonio
`;
